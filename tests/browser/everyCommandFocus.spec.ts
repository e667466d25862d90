/** Focus and cursor after every command, from list, form, read-only record, trace. */
import type { Page } from '@playwright/test'
import { entities } from '#contract/index.ts'
import { breaches, makesRow, notRun, type Origin, type Seen } from '../every-command/focusLaw.ts'
import { sized } from '../support/soak.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

// Nothing fades in: a tenth of the processor time.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Runs commands in sequence, each from the same URL and list cell. */
const runFrom = (page: Page, path: string, ids: readonly string[]): Promise<readonly Seen[]> =>
  page.evaluate(
    async ([home, wanted]) => {
      const { lotline } = window
      if (!lotline) throw new Error('the console is not there')
      const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
      const until = async (isSo: () => boolean, frames = 60) => {
        for (let at = 0; at < frames && !isSo(); at++) await frame()
      }
      const isHeld = () => {
        const { activeElement } = document
        return activeElement !== null && activeElement !== document.body && activeElement.checkVisibility()
      }
      const held = async () => {
        await until(isHeld)
        const { activeElement: it } = document
        return isHeld()
          ? `${it?.tagName}.${it?.closest('[data-screen], [role=dialog]')?.getAttribute('data-screen')}`
          : ''
      }
      const cursor = () => {
        const active = [...document.querySelectorAll('[data-list] [role=row][data-row-id] > [data-active]')]
        return (
          active
            .find(cell => cell.checkVisibility())
            ?.closest('[data-row-id]')
            ?.getAttribute('data-row-id') ?? ''
        )
      }
      const isOpen = () => lotline.context().overlay !== 'none'
      const leave = () => {
        const key = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
        ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', key))
      }
      const closeAll = async () => {
        for (let layers = 0; layers < 4 && isOpen(); layers++) {
          leave()
          await until(() => !isOpen(), 20)
        }
      }
      const goHome = async () => {
        if (location.pathname + location.search !== home) {
          history.pushState(null, '', home)
          dispatchEvent(new PopStateEvent('popstate'))
          await lotline.idle()
        }
        await until(isHeld)
      }
      /** What one command left behind is nothing for the next. */
      const calm = async () => {
        const quick = { settle: false, confirm: 'accept' as const }
        if (document.fullscreenElement) await document.exitFullscreen()
        await lotline.run('readingAloud.toggle', { on: false }, quick)
        await lotline.run('locale.zh-CN', {}, quick)
        const ways = ['grid.cancel', 'list.all', 'view.leave', 'list.clearFilters', 'grid.revertAll', 'grid.sortNone']
        for (const id of ways) await lotline.run(id, {}, quick)
        const grid = [...document.querySelectorAll<HTMLElement>('[data-list] [role=grid]')]
        grid.find(each => each.checkVisibility())?.focus()
        await frame()
        await lotline.run('grid.gridStart', {}, quick)
        await lotline.run('grid.goToRow', { row: 3 }, quick)
      }
      const seen: Seen[] = []
      for (const id of wanted) {
        if (/^(grid|list|view|record|brand|locale|reading|fullscreen)/.test(id) || seen.length === 0) await calm()
        const before = cursor()
        let result: { status: string } | undefined
        void lotline.run(id, {}, { confirm: 'ask', settle: false }).then(answer => (result = answer))
        await until(() => result !== undefined || isOpen())
        // What was refused draws nothing but its notice.
        for (let at = result?.status === 'denied' ? 1 : 0; at < 2; at++) await frame()
        const focused = [await held()]
        if (isOpen()) {
          await closeAll()
          focused.push(await held())
        }
        const made = cursor()
        await goHome()
        focused.push(await held())
        seen.push({ id, status: result?.status ?? 'asks', focused, before, made, after: cursor() })
      }
      return seen
    },
    [path, ids] as const,
  )

/** Goes to an origin, with whatever it loads there. */
async function open(page: Page, { path }: Origin): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
  await page.evaluate(() => window.lotline?.ready())
}

const entityNames: ReadonlySet<string> = new Set(Object.keys(entities))

/** Every how many commands made alike one is run. */
const alike = sized(4, 1)
/** From how many of the four origins a command of the console is run. */
const origins = sized(2, 4)

/**
 * Commands per origin: its own entity's from each; the console's from two in turn; other entities' and the menu's, made
 * alike, from one in turn. `SOAK=1` runs the console's from each, and all those made alike.
 */
function commandsFor(all: readonly string[], { entity }: Origin, turn: number): readonly string[] {
  return all
    .filter(id => !(id in notRun))
    .filter((id, at) => {
      const [of = ''] = id.split('.')
      if (of === entity) return true
      const isAlike = entityNames.has(of) || ['navigate', 'browse'].includes(of)
      return isAlike ? at % (4 * alike) === turn * alike : (at + turn) % 4 < origins
    })
}

const turns = ['list', 'form', 'record that is only read', 'trace'] as const

for (const [turn, name] of turns.entries())
  test(`after every command somebody has the keyboard, from a ${name}`, async ({ page, busyUrl, noise }) => {
    test.setTimeout(240_000)
    await page.addInitScript(() => {
      window.print = () => undefined
    })
    await signIn(page, busyUrl, '/brand')
    const origin = await originOf(page, name)
    await open(page, origin)
    const all = await page.evaluate(() => {
      // What only scripts can run asks the server and touches no screen.
      const surfaces = ['palette', 'button', 'menu', 'shortcut'] as const
      return [...new Set(surfaces.flatMap(surface => window.lotline?.list({ surface }).map(({ id }) => id) ?? []))]
    })
    const seen = await runFrom(page, origin.path, commandsFor(all, origin, turn))
    expect(seen.length).toBeGreaterThan(sized(100, 200))
    expect(seen.flatMap(each => breaches(origin, each))).toEqual([])
    const rows = seen.filter(({ id, status, made }) => makesRow(id) && status === 'ok' && made !== '')
    if (name === 'list') {
      expect(rows.length).toBeGreaterThan(5)
      await page.evaluate(() => void window.lotline?.run('session.signOut', {}, { confirm: 'accept', settle: false }))
      await expect(page.locator('input[name=username]')).toBeFocused()
    }
    // Refusals are what most of them come to here.
    noise.length = 0
  })

/** Origins of commands, in a plant with a receipt. */
async function originOf(page: Page, name: (typeof turns)[number]): Promise<Origin> {
  if (name === 'list') return { name, path: '/brand', entity: 'brand' }
  if (name === 'form') return { name, path: '/dealer/2', entity: 'dealer' }
  const receipt = await page.evaluate(async () => {
    const run = async (id: string, args: object) => {
      const result = await window.lotline?.run(id, { ...args })
      if (result?.status !== 'ok') throw new Error(`${id}: ${JSON.stringify(result)}`)
      return result.data as { rows: { id: number }[]; id: number; lines: { lotNo: string }[] }
    }
    const first = async (entity: string, where: object[] = []) =>
      (await run(`${entity}.list`, { size: 1, where })).rows[0] as { id: number; materialId?: number }
    const spec = await first('materialspec')
    return run('materialstorein.save', {
      submit: true,
      row: {
        storeInDate: new Date().toISOString(),
        supplyId: (await first('supply')).id,
        deliveryNoteNo: 'DN-1',
        warehouseId: (await first('warehouse')).id,
        receiverId: (await first('employee')).id,
        lines: [
          {
            materialId: spec.materialId,
            materialSpecId: spec.id,
            supplierLotNo: `F-${Date.now()}`,
            isNewLot: true,
            produceDate: '2026-11-01',
            packageQty: '4',
            certificateNo: 'COA',
          },
        ],
      },
    })
  })
  if (name === 'trace')
    return { name, path: `/reviewasc?lotNos=${encodeURIComponent(receipt.lines[0]?.lotNo ?? '')}`, entity: 'reviewasc' }
  return { name, path: `/materialstorein/${receipt.id}`, entity: 'materialstorein' }
}
