const timeoutMs = 5_000

/** Does the server answer at all? The live channel may be cut alone. */
export async function isServerReached(): Promise<boolean> {
  const asked = fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
  return asked.then(
    ({ ok }) => ok,
    () => false,
  )
}
