// How a person sees the answers of `runs`. Loaded when one of them was asked for.

import { listText } from './list-text.js';
import { outputText } from './output-text.js';
import { showText } from './show-text.js';

export const texts = {
  list: (data: unknown, width?: number) => listText(data, width),
  show: showText,
  wait: showText,
  output: outputText,
};
