/** Foreign web site on this machine: scripted answers, counted visits. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RemoteSite {
  readonly port: number
  /** Paths that were asked for, in their order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export type Page = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a site whose pages are functions, by path. */
export async function startSite(
  pages: Readonly<Record<string, Page>>,
  host = '127.0.0.1',
  port = 0,
): Promise<RemoteSite> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const page = pages[path]
    if (page) page(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
