const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `2026-03-01`, `2026-03-01T10:00:00Z`, or a time ago such as `90s`, `30m`, `2h`, `7d` or `4w` → ISO 8601. */
export function readTime(text: string, now: number): string | undefined {
  const ago = /^(\d{1,6})([smhdw])$/.exec(text);
  if (ago) return new Date(now - Number(ago[1]) * unitMs[ago[2] as keyof typeof unitMs]).toISOString();
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text))
    return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
