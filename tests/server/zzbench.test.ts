import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { test } from 'vitest'
import { withPlant } from '../support/plantServer.ts'
const shared = withPlant()
const send = (call: string, entity: string, file: string) =>
  shared.server.call('POST', `template/${call}/${entity}`, { file: Buffer.from(file).toString('base64') }, shared.token)
test('bench', { timeout: 300_000 }, async () => {
  const n = Number(process.env.N ?? 2000)
  const brands = ['code,name', ...Array.from({ length: n }, (_, i) => `ZB${i},品牌${i}`)].join('\n')
  const mats = ['code,name,materialType,baseUnitId,isLotTracked,minStock', ...Array.from({ length: n }, (_, i) => `ZM${i},料${i},RAW,kg,是,5`)].join('\n')
  await send('importPreview', 'brand', brands.slice(0, 200))
  const session = new Session(); session.connect()
  await session.post('Profiler.enable')
  for (const [name, file] of [['brand', brands], ['material', mats]] as const) {
    await session.post('Profiler.start')
    const t = performance.now(), c = process.cpuUsage()
    const a = await send('importPreview', name, file)
    const u = process.cpuUsage(c)
    console.log(name, n, Math.round(performance.now() - t), 'ms; cpu', Math.round((u.user + u.system) / 1000), JSON.stringify(a.data?.counts ?? a))
    const { profile } = await session.post('Profiler.stop')
    writeFileSync(`/tmp/prof-${name}.cpuprofile`, JSON.stringify(profile))
  }
})
