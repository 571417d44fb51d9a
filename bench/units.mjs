// A comparison's milliseconds as numbers that a reader can hold.

export const inMicroseconds = (milliseconds) => ({ value: milliseconds * 1000, unit: 'µs' });
export const inMilliseconds = (milliseconds) => ({ value: milliseconds, unit: 'ms' });
export const perSecond = (milliseconds) => ({ value: 1000 / milliseconds, unit: '/s' });
export const inMebibytes = (bytes) => ({ value: bytes / 1024 ** 2, unit: 'MiB' });
