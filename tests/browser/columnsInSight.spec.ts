/** Columns that matter stand in the window of a laptop, without scrolling. */
import { entities } from '#contract/index.ts'
import { type Entity, hasPage, stateOf } from '#contract/schema/entity.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ viewport: { width: 1366, height: 768 } })

/** Number or name, subject, state, the first amount, the next day due. */
function importantOf(entity: Entity): readonly string[] {
  const { fields } = entity
  const listed = Object.keys(fields).filter(name => fields[name]?.list)
  const due = (entity.facts ?? []).flatMap(fact => (typeof fact === 'string' ? [] : [fact.due]))
  const amounts = [...(entity.columns ?? []), ...listed].filter(name =>
    ['quantity', 'money'].includes(fields[name]?.kind ?? ''),
  )
  const wanted = [entity.title, entity.subject, stateOf(entity), ...(entity.columns ?? []).slice(0, 6), ...due]
  return [...new Set([...wanted, ...amounts.slice(0, 1)])].flatMap(name =>
    name !== undefined && listed.includes(name) ? [name] : [],
  )
}

const lists = Object.values<Entity>(entities).filter(
  entity => hasPage(entity) && !['menu', 'setting'].includes(entity.name),
)

test('number, subject, quantity, state and due day of every list are in sight at 1366 by 768', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/index')
  expect(lists.length).toBeGreaterThan(60)
  const out: string[] = []
  for (const entity of lists) {
    await page.evaluate(path => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/${entity.name}`)
    const grid = page.locator(`[data-grid="${entity.name}"] [role=grid]`).first()
    await expect(grid.locator('[role=columnheader][data-column-id]').first()).toBeVisible()
    const beyond = await grid.evaluate((element, names) => {
      const edge = element.getBoundingClientRect().left + element.clientWidth
      return names.filter(name => {
        const title = element.querySelector(`[role=columnheader][data-column-id="${CSS.escape(name)}"]`)
        return !title || title.getBoundingClientRect().right > edge
      })
    }, importantOf(entity))
    out.push(...beyond.map(name => `${entity.name}.${name}`))
  }
  expect(out).toEqual([])
})

test('what must be entered in a line of a document stands in the window at 1366 by 768', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  const documents = lists.filter(
    ({ document, operations, lines }) => document && operations.includes('save') && lines.lines,
  )
  expect(documents.length).toBeGreaterThan(6)
  const out: string[] = []
  for (const { name, lines } of documents) {
    const required = Object.entries(lines.lines?.fields ?? {}).flatMap(
      ([field, { required, requiredToPost, serverManaged, default: value }]) =>
        (required || requiredToPost) && !serverManaged && value === undefined ? [field] : [],
    )
    await page.evaluate(path => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/${name}/new`)
    const grid = page.locator(`[data-record^="${name}/"]:visible [data-grid="${name}.lines"] [role=grid]`)
    await expect(grid).toBeVisible()
    const beyond = await grid.evaluate((element, names) => {
      const edge = element.getBoundingClientRect().left + element.clientWidth
      return names.filter(each => {
        const title = element.querySelector(`[role=columnheader][data-column-id="${CSS.escape(each)}"]`)
        return !title || title.getBoundingClientRect().right > edge
      })
    }, required)
    out.push(...beyond.map(field => `${name}.${field}`))
  }
  expect(out).toEqual([])
})
