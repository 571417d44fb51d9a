// What the exit codes of these commands mean. With "strict" in the configuration every command has to say it.

const nothingChanged = { retryable: false, sideEffects: 'none' } as const;

/** Of commands that only look. */
export const looked = { '0': { description: 'Here it is', ...nothingChanged } } as const;

/** Of commands that change something. */
export const changed = { '0': { description: 'It is done', retryable: false, sideEffects: 'complete' } } as const;

export const unfit = { '1': { description: 'The values do not go together', ...nothingChanged } } as const;

export const missing = { '5': { description: 'There is nothing with this id', ...nothingChanged } } as const;

export const taken = { '6': { description: 'There is something already', ...nothingChanged } } as const;
