// Times and durations for people at a terminal. Documents for programs have ISO 8601 in UTC and milliseconds.

/** In the time zone of this machine: `2026-11-18 16:04:05`. What is not a time is given back. */
export function localTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}

/** With its zone, for what is also read elsewhere: `2026-11-18 16:04:05 UTC+1`. */
export function localTimeWithZone(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const minutes = -time.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const zone = minutes === 0 ? '' : `${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
  return `${localTime(iso)} UTC${zone}`;
}

/** `5s ago`, `3m ago`, `2h ago`, `9d ago`. */
export function timeAgo(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1_000));
  if (Number.isNaN(seconds)) return iso;
  if (seconds < 60) return `${seconds}s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ago`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)}h ago` : `${Math.floor(seconds / 86_400)}d ago`;
}

/** `12ms`, `1.4s`, `1m05s`, `2h07m`, `3d04h`. */
export function durationText(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  if (whole < 1_000) return `${whole}ms`;
  if (whole < 59_950) return `${(whole / 1_000).toFixed(1)}s`;
  const seconds = Math.round(whole / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
  const hours = Math.round(minutes / 60);
  return `${Math.floor(hours / 24)}d${two(hours % 24)}h`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
