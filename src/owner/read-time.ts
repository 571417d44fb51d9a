import type { Input } from '../vocabulary/command.js';
import type { Problem } from '../vocabulary/gate-error.js';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `2026-03-01`, `2026-03-01 10:00:00` in local time, `2026-03-01T10:00:00Z`, or a time ago such as `90s`, `30m`, `2h`, `7d` or `4w` → ISO 8601. */
export function readTime(text: string, now: number): string | undefined {
  const ago = /^(\d{1,6})([smhdw])$/.exec(text);
  if (ago) return new Date(now - Number(ago[1]) * unitMs[ago[2] as keyof typeof unitMs]).toISOString();
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text))
    return undefined;
  const time = Date.parse(text.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

export const timeForms =
  'a time, such as "2026-03-01 10:00" (local) or 2026-03-01T10:00:00Z, or how long ago, such as 30m, 2h or 7d';

/** What is wrong with an option that takes one. */
export function checkTime(input: Input, option: string, hint = `Write ${timeForms}`): readonly Problem[] {
  const text = input[option.slice(2)];
  if (text === undefined || readTime(String(text), Date.now()) !== undefined) return [];
  return [{ code: 'INVALID_VALUE', field: option, message: `The ${option} argument is not a time`, hint }];
}
