#!/usr/bin/env node
// Read by any Node from 12 on, so that one that is too old for the rest can say so.
const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 20 || (major === 20 && minor < 19);

import(isOld ? '../dist/refuse-old-node.js' : '../dist/cli.js').then(({ main }) => main(process.argv.slice(2)));
