// Bubblewrap is started outside of the sandbox that it makes: what would change what it does itself must not reach it.

/** Read by the loader and the C library of every program. */
export const ofEveryProgram =
  /^(?:LD_|GLIBC_|MALLOC_|GCONV_PATH$|LOCPATH$|NLSPATH$|GETCONF_DIR$|HOSTALIASES$|RES_OPTIONS$)/;

type Variables = Readonly<Record<string, string>>;

export function splitEnvironment(environment: Variables): { readonly outside: Variables; readonly inside: Variables } {
  const names = Object.keys(environment);
  if (!names.some((name) => ofEveryProgram.test(name))) return { outside: environment, inside: {} };
  const pick = (isInside: boolean) =>
    Object.fromEntries(Object.entries(environment).filter(([name]) => ofEveryProgram.test(name) === isInside));
  return { outside: pick(false), inside: pick(true) };
}
