/** An id that no other gate or session gives out. Not a secret: it can be guessed by whoever tries hard enough. */
export function newId(): string {
  const random = Math.floor(Math.random() * 36 ** 6).toString(36);
  return Date.now().toString(36) + process.pid.toString(36) + random.padStart(6, '0');
}
