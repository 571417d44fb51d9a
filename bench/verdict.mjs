// Whether a target was met, and if not, by how much it was missed.

export function describeTarget({ target }) {
  if (!target) return '–';
  if (target.ratioAtMost !== undefined) return `≤ ${target.ratioAtMost} ×`;
  if (target.perSecondAtLeast !== undefined) return `≥ ${target.perSecondAtLeast.toLocaleString('en')}/s`;
  if (target.mebibytesAtMost !== undefined) return `≤ ${target.mebibytesAtMost} MiB`;
  if (target.microsecondsAtMost !== undefined) return `≤ ${target.microsecondsAtMost} µs`;
  if (target.millisecondsAtMost !== undefined) return `≤ ${target.millisecondsAtMost} ms`;
  if (target.millisecondsMoreAtMost !== undefined) return `≤ ${target.millisecondsMoreAtMost} ms more`;
  return `< ${target.tokensBelow.toLocaleString('en')} tokens`;
}

export function verdict({ target, ratio, baseline, measured }) {
  if (!target || !measured) return '–';
  if (target.ratioAtMost !== undefined) return within(ratio.median - target.ratioAtMost, 2, ' ×');
  if (target.perSecondAtLeast !== undefined) return within(target.perSecondAtLeast - measured.value, 0, '/s');
  if (target.mebibytesAtMost !== undefined) return within(measured.value - target.mebibytesAtMost, 0, ' MiB');
  if (target.microsecondsAtMost !== undefined) return within(measured.value - target.microsecondsAtMost, 0, ' µs');
  if (target.millisecondsAtMost !== undefined) return within(measured.value - target.millisecondsAtMost, 2, ' ms');
  if (target.millisecondsMoreAtMost !== undefined) {
    return within(measured.value - baseline.value - target.millisecondsMoreAtMost, 2, ' ms');
  }
  return within(measured.value - target.tokensBelow + 1, 0, ' tokens');
}

function within(excess, digits, unit) {
  if (excess <= 0) return 'met';
  // Never "missed by 0.00".
  const shown = Math.max(excess, 10 ** -digits);
  return `missed by ${shown.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}${unit}`;
}
