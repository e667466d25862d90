/** Cookies of this site; none without a document. */

export function readCookie(name: string): string | null {
  if (typeof document === 'undefined') return null
  const found = document.cookie.split('; ').find(pair => pair.startsWith(`${name}=`))
  if (!found) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}

export function writeCookie(name: string, value: string | null): void {
  if (typeof document === 'undefined') return
  const secure = location.protocol === 'https:' ? ';secure' : ''
  const end = value === null ? ';max-age=0' : ''
  // The Cookie Store API asks for https, which plants may lack.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${encodeURIComponent(value ?? '')};path=/;samesite=strict${secure}${end}`
}
