/** Saves what pages hold before their tabs close. */
import { entityNamed } from '#contract/index.ts'
import { loadingScreensAtom } from '../../data/loadingScreens.ts'
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import { isStored } from '../../data/records/row.ts'
import { tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { type CommandContext, done, type Result } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { unsavedOn } from '../core/leaving.ts'
import { handlerOf } from '../core/registry.ts'
import { execute } from '../gate/execute.ts'

/** Waiting time in ms for the screen of a tab. */
const maxWaitMs = 3000

const isAt = (url: string) => pathOfAddress(store.get(locationAtom)) === pathOfAddress(url)

/** Handlers, which focus the error, come with the screen's effects. */
async function bringToFront(url: string, entity: string): Promise<void> {
  if (isAt(url)) return
  navigate(url)
  const isRecord = pathOfAddress(url).split('/').length > 2
  const isReady = () =>
    store.get(loadingScreensAtom) === 0 &&
    handlerOf(`${entity}.save`) !== undefined &&
    (store.get(contextAtom).record !== null) === isRecord
  const until = Date.now() + maxWaitMs
  do await new Promise(resolve => setTimeout(resolve, 16))
  while (!isReady() && Date.now() < until)
}

/** Address after the save: new records get their own. */
function addressAfter(url: string, entity: string, result: Result): string {
  const row = 'data' in result ? result.data : undefined
  const own = isStored(row) ? `/${entity}/${row.id}` : url
  const isOpen = (address: string) => store.get(tabsAtom).some(tab => pathOfAddress(tab.url) === pathOfAddress(address))
  return isOpen(url) || !isOpen(own) ? url : own
}

/** Saving page by page until one fails; data: the addresses afterwards. */
export async function saveOn(urls: readonly string[], { surface, signal, confirm }: CommandContext): Promise<Result> {
  const left: string[] = []
  for (const url of urls) {
    const drafts = unsavedOn([url])
    const entity = entityNamed(drafts[0]?.entity ?? '')
    if (!entity) {
      left.push(url)
      continue
    }
    if (surface !== 'script') await bringToFront(url, entity.name)
    const ids = drafts.map(({ id }) => id)
    const saved = await execute(`${entity.name}.save`, { ids }, { surface, signal, confirm })
    if (saved.status !== 'ok') return saved
    left.push(addressAfter(url, entity.name, saved))
  }
  return done(left)
}
