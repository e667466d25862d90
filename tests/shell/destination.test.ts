import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cachedScreens, MAX_CACHED } from '../../src/shell/frame/cachedScreens.ts'
import { hasScreen, redirectFor } from '../../src/shell/frame/destination.ts'

const inside = { isSignedIn: true, landing: '/brand' }
const outside = { isSignedIn: false, landing: '/index' }

describe('where a path leads', () => {
  it('the old error page leads to sign-in', () => {
    expect(redirectFor('/error', inside)).toBe('/login')
    expect(redirectFor('/error', outside)).toBe('/login')
  })

  it('an unknown path leads home', () => {
    for (const path of ['/nonsense', '/brand/x', '/brand/1/2', '/constructor', '/token'])
      expect(redirectFor(path, inside), path).toBe('/index')
  })

  it('a document is addressed by its number, under its own kind only', () => {
    for (const path of [
      '/materialstorein/MI20261127-0001',
      '/callback/CB20261127-0001',
      '/produceplan/PP20261127-12345',
    ])
      expect(redirectFor(path, inside), path).toBeNull()
    for (const path of [
      '/callback/MI20261127-0001',
      '/brand/MI20261127-0001',
      '/materialstorein/MI2026',
      '/materialstorein/MI20261127-0001x',
    ])
      expect(redirectFor(path, inside), path).toBe('/index')
  })

  it('nobody sees a page without signing in', () => {
    expect(redirectFor('/brand', outside)).toBe('/login')
    expect(redirectFor('/', outside)).toBe('/login')
    expect(redirectFor('/login', outside)).toBeNull()
  })

  it('the root leads to the first page of the menu', () => {
    expect(redirectFor('/', inside)).toBe('/brand')
  })

  it('a record that is only ever listed leads to its list', () => {
    expect(redirectFor('/productstoreinrecord/26', inside)).toBe('/productstoreinrecord?id=26')
    expect(redirectFor('/userlogin/1', inside)).toBe('/userlogin?id=1')
    expect(redirectFor('/userlogin/new', inside)).toBe('/userlogin')
    for (const path of ['/userlogin', '/productstorein/26', '/reviewasc']) expect(redirectFor(path, inside)).toBeNull()
    expect(redirectFor('/userlogin/1', outside)).toBe('/login')
  })

  it('pages, records, new records and both traces have screens', () => {
    for (const path of ['/index', '/brand', '/brand/12', '/materialstorein/new', '/reviewasc', '/reviewdesc'])
      expect(hasScreen(path), path).toBe(true)
    expect(hasScreen('/reviewasc/1')).toBe(false)
    expect(hasScreen('/brand/0')).toBe(false)
  })
})

/** The page routes of specification §2. */
const routes = `
  /index /customer /group /menu /role /user /task /userlogin
  /unit /brand /callbackgrade /techflow /product /thirdreport
  /supply /material /materialstorein /materialstoreout
  /produceplan /materialmakeup /getmaterialrecord /usematerialrecord /productstorein /productstoreinrecord
  /productstoreout /productstoreoutrecord /importcontrol
  /dealer /productsaleout /callback /retainsample
  /reviewasc /reviewdesc
  /equipment /equipmentrepaidrecord /detecequipment /detecequipmentrecord /employee /unqualifiedproduct
  /consumablesout /employeehealth /unsafefoodanalyse /unsafefoodcallbackplan /unsafefoodaccident`
  .trim()
  .split(/\s+/)

describe('the routes of the specification', () => {
  it('are all of them screens within the frame', () => {
    expect(routes).toHaveLength(44)
    expect(routes.filter(path => !hasScreen(path) || redirectFor(path, inside) !== null)).toEqual([])
  })

  it('are fetched when they are first gone to, none of them with the frame', () => {
    for (const file of ['routes', 'App']) {
      const source = readFileSync(new URL(`../../src/shell/${file}.tsx`, import.meta.url), 'utf8')
      expect(source).not.toMatch(/^import .*from '.*Screen\.tsx'/m)
      expect(source).toMatch(/part\(\(\) => import\('\.\.\/(screens|tables)\//)
    }
  })
})

describe('which screens stay alive', () => {
  const all = () => true

  it('the one in front always, others while their tab is open', () => {
    expect(cachedScreens('/a', ['/a', '/b', '/c'], new Set(['/a', '/b']), all)).toEqual(['/a', '/b'])
  })

  it('not those whose page asks to be made anew', () => {
    expect(cachedScreens('/a', ['/a', '/b'], new Set(['/a', '/b']), path => path !== '/b')).toEqual(['/a'])
    expect(cachedScreens('/b', ['/b', '/a'], new Set(['/a', '/b']), path => path !== '/b')).toEqual(['/b', '/a'])
  })

  it('the most lately visited first, and no more than the cap', () => {
    const many = Array.from({ length: 30 }, (_, at) => `/${at}`)
    const kept = cachedScreens('/0', many, new Set(many), all)
    expect(kept).toHaveLength(MAX_CACHED)
    expect(kept.at(-1)).toBe(`/${MAX_CACHED - 1}`)
  })
})
