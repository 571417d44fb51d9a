import { Worker } from 'node:worker_threads';

/** Plain JavaScript, because it is started from text. */
const watch = `
const { parent } = require('node:worker_threads').workerData;
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);`;

/**
 * Ends this process soon after the one that started it. A thread looks, because a handler that computes would keep this
 * one from noticing.
 */
export function endWithParent(): void {
  const worker = new Worker(watch, { eval: true, workerData: { parent: process.ppid }, stdin: false });
  worker.unref();
}
