/** Child in its own network: a public and an internal site, and the fetch. */
import { execFileSync } from 'node:child_process'
import { isPublicAddress } from '../../server/domain/files/addresses.ts'
import { type Fence, fetchPicture } from '../../server/domain/files/fetching.ts'
import { type Page, startSite } from './remoteSite.ts'

const outside = '93.184.216.34'
const inside = '10.1.2.3'
const ip = (...words: readonly string[]) => execFileSync('ip', words)
ip('link', 'set', 'lo', 'up')
for (const address of [outside, inside]) ip('address', 'add', `${address}/32`, 'dev', 'lo')

const picture: Page = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'image/png' }).end('picture')
const redirect: Page = (_request, response) =>
  void response.writeHead(302, { location: `http://${inside}/a.png` }).end()
const [there, here] = [
  await startSite({ '/a.png': picture, '/inside': redirect }, outside, 80),
  await startSite({ '/a.png': picture }, inside, 80),
]

const fence: Fence = { mayReach: isPublicAddress, ports: [80, 443], bytes: 1000, hops: 3 }
const tried = (url: string) =>
  fetchPicture(url, fence, AbortSignal.timeout(5000)).then(
    () => 'fetched',
    () => 'refused',
  )
const found = {
  outside: await tried(`http://${outside}/a.png`),
  inside: await tried(`http://${inside}/a.png`),
  redirected: await tried(`http://${outside}/inside`),
  mapped: await tried(`http://[::ffff:${inside}]/a.png`),
  reached: [...there.asked, ...here.asked],
}
process.stdout.write(JSON.stringify(found))
await Promise.all([there.close(), here.close()])
