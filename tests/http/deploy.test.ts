/** Ways to run it: the files of `deploy/`, and a start from what the image holds. */
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvironment, variables } from '../../server/http/environment.ts'
import { checkMachine } from '../../server/http/machineCheck.ts'
import { type Account, accountFor, canReach } from '../../server/postgres/clusterAccount.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { endStarted, startIn } from '../support/startedServer.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (path: string) => readFile(join(root, path), 'utf8')
let folder: string
beforeAll(async () => {
  folder = await scratchDirectory('lotline-deploy-')
})
afterAll(async () => {
  await endStarted()
  await rm(folder, { recursive: true, force: true })
})

/** Settings of others: PostgreSQL's image, Node, glibc, psql, etcd, Patroni. */
const isForeign = (name: string) =>
  /^(POSTGRES_PASSWORD_FILE|NODE_ENV|MALLOC_ARENA_MAX|ON_ERROR_STOP|(ETCD|PATRONI)_\w+)$/.test(name)
const filesOf = async (place: string) =>
  (await readdir(join(root, place), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))

test('every setting that a file of deploy names is one that the server reads', async () => {
  const named: string[] = []
  for (const file of await filesOf('deploy')) {
    const text = await textOf(file)
    named.push(
      ...[...text.matchAll(/^(?:ENV |Environment=|\s+|# Set .*?)?([A-Z]+_?[A-Z_]+)(?=[=:])/gm)].map(
        ([, name = '']) => name,
      ),
      ...[...text.matchAll(/ ([A-Z]+(?:_[A-Z]+)+)=/g)].map(([, name = '']) => name),
    )
  }
  const settings = named.filter(name => !isForeign(name))
  expect(settings).toContain('DATABASE_OWNER_URL_FILE')
  const unknown = settings.filter(name => !Object.hasOwn(variables, name) && !isSecretFile(name))
  expect(unknown).toEqual([])
})

/** As the server judges it: a file that is not there, not an unknown name. */
function isSecretFile(name: string): boolean {
  try {
    readEnvironment({ [name]: '/run/x' }, () => 'postgresql://a/b')
    return name.endsWith('_FILE')
  } catch (error) {
    return / needs /.test((error as Error).message)
  }
}

/** Places that the second stage of the image copies. */
async function copied(): Promise<readonly string[]> {
  const text = await textOf('deploy/Dockerfile')
  return [...text.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path = '']) => path)
}

test('the packages that the server imports are there without those of development', async () => {
  const { dependencies, optionalDependencies } = JSON.parse(await textOf('package.json'))
  const there = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...builtinModules])
  const imported = new Set<string>()
  for (const place of ['server', 'src/contract'])
    for (const name of await readdir(join(root, place), { recursive: true }))
      if (/\.(ts|cjs)$/.test(name))
        for (const [, still, lazy = ''] of (await textOf(join(place, name))).matchAll(
          /^(?:import|\}) [^'\n]*\bfrom '([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gm,
        ))
          imported.add((still ?? lazy).replace(/^node:/, '').replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1'))
  expect(imported.size).toBeGreaterThan(20)
  expect([...imported].filter(name => !there.has(name))).toEqual([])
})

/** An account without rights, where we may take one that can read our packages. */
async function plainAccount(): Promise<Account | undefined> {
  const account = await accountFor(join(folder, 'none'))
  const places = [process.execPath, join(root, 'node_modules')]
  const reached = await Promise.all(places.map(place => canReach(place, account, 5)))
  return reached.every(Boolean) ? account : undefined
}

test('the server starts from what the image copies, without rights, and stops in time', {
  timeout: 60_000,
}, async () => {
  const app = join(folder, 'app')
  const account = await plainAccount()
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  await mkdir(data)
  if (account) await chown(data, account.uid, account.gid)
  await mkdir(app)
  const places = await copied()
  expect(places).toContain('node_modules')
  for (const place of places.filter(place => !['node_modules', 'dist'].includes(place)))
    await cp(join(root, place), join(app, place), { recursive: true })
  await symlink(join(root, 'node_modules'), join(app, 'node_modules'))
  const settings = { DATA_DIR: data, DEMO: 'off', ADMIN_PASSWORD_FILE: '', HOST: '127.0.0.1' }
  const started = startIn(app, account ? { ...settings, HOME: data, NODE_COMPILE_CACHE: '' } : settings, account)
  const [, address = ''] = await started.until(/^Lotline {2}(http:\S+)$/m)
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ok' })
  if (account) expect((await stat(join(data, 'postgres'))).uid).toBe(account.uid)
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
})

test('a check names what is wrong, and leaves nothing behind', async () => {
  const findings = await checkMachine(
    { DATA_DIR: join(folder, 'none', 'data'), MIN_FREE_MB: '999999999', PORT: '0' },
    join(folder, 'none'),
  )
  expect(findings.filter(({ isFine }) => !isFine).map(({ name }) => name)).toEqual(['client', 'disk'])
  expect(findings.map(({ name }) => name)).toEqual([
    'node',
    'client',
    'memory',
    'postgres',
    'data',
    'disk',
    'backups',
    'port',
  ])
  const external = await checkMachine({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', PORT: '0' }, folder)
  expect(external.find(({ name }) => name === 'database')).toMatchObject({
    isFine: false,
    text: expect.stringContaining('The database cannot be reached'),
  })
  expect(await readdir(folder)).not.toContain('none')
})
