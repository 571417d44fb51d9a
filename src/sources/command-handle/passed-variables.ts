const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The variables of the gate that the owner passes on: by name, or by their beginning and a star. */
export function passedVariables(
  patterns: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const passed: Record<string, string> = Object.create(null);
  if (patterns.length === 0) return passed;
  for (const [variable, value] of Object.entries(environment)) {
    if (value === undefined || !name.test(variable)) continue;
    const listed = patterns.some((pattern) =>
      pattern.endsWith('*') ? variable.startsWith(pattern.slice(0, -1)) : variable === pattern,
    );
    if (listed) passed[variable] = value;
  }
  return passed;
}
