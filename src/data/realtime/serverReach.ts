const timeoutMs = 5_000

/** Reachability of the server, apart from the live channel. */
export async function isServerReached(): Promise<boolean> {
  const asked = fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
  return asked.then(
    ({ ok }) => ok,
    () => false,
  )
}
