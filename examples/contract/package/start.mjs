#!/usr/bin/env node
import '../tool.mjs';
