/** A fault in words: a key under `fault.`, or what the server said in its own. */
export function faultText(say: (key: string) => string, fault: string): string {
  return /^[A-Za-z0-9]+$/.test(fault) ? say(`fault.${fault}`) : fault
}
