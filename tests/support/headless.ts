/** Console without a screen on a real server, signed in as admin. */
import { afterAll, beforeAll } from 'vitest'
import { startHeadless } from '../../src/commands/headless.ts'
import { connect } from '../../src/data/api/transport.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn } from '../../src/data/session/session.ts'
import type { PlantServer } from './plantServer.ts'
import type { TestServer } from './server.ts'

/** Returns what stops it. */
export async function openHeadless({ url, password }: Pick<TestServer, 'url' | 'password'>): Promise<() => void> {
  connect({ baseUrl: url })
  const stop = startHeadless()
  await signIn('admin', password)
  await loadMenu()
  return stop
}

/** Shared by the tests of one file, after its plant. */
export function withHeadless(at: PlantServer): void {
  let stop = () => {}
  beforeAll(async () => {
    stop = await openHeadless(at.server)
  })
  afterAll(() => stop())
}
