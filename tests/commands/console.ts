import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn } from '../../src/data/session/session.ts'
import { openHeadless } from '../support/headless.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

export interface Console {
  readonly server: TestServer
  /** Signs in with a role that permits these (`brand`, `brand.add`, …). */
  signInWith(grants: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Headless client on a real server, signed in as admin. */
export async function startConsole(): Promise<Console> {
  const server = await startTestServer()
  const stop = await openHeadless(server)
  let users = 0
  return {
    server,
    async signInWith(grants) {
      await server.signInWith(grants)
      users += 1
      await signIn(`user${users}`, server.password)
      await loadMenu()
    },
    async close() {
      stop()
      await server.close()
    },
  }
}
