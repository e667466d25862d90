/** What a posting changes besides its document is told too. */
import { expect, test } from 'vitest'
import { withPlant } from '../support/plantServer.ts'
import { connectChannel, tokensOf } from '../support/realtime.ts'

const shared = withPlant()

test('a receipt is told with the lots, balances and ledger rows that it made, and a refused one with nothing', async () => {
  const { server, day } = shared
  const { socket } = await tokensOf(server)
  const channel = await connectChannel(server.url, { token: socket })
  await expect(day.receive([day.receiptLine('M001', '-5')])).rejects.toThrow()
  await day.receive([day.receiptLine('M001', '50'), day.receiptLine('M002', '20')])
  const reported = (entity: string) => channel.next(message => message.entity === entity)
  expect(await reported('materialstorein')).toMatchObject({ kind: 'created', ids: [expect.any(Number)] })
  for (const entity of ['stocklot', 'stockbalance', 'stockledger'])
    expect(await reported(entity)).toMatchObject({ kind: 'created', ids: [expect.any(Number), expect.any(Number)] })
  expect(channel.heard.filter(({ entity }) => entity === 'materialstorein')).toHaveLength(1)
  // Union list: no rows of its own to name.
  expect(await reported('productstoreinrecord')).toMatchObject({ kind: 'many', ids: [] })
  channel.close()
})
