/** The installation of `deploy/high-availability`: three machines and HAProxy. */
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { killHard } from '../killProcesses.ts'
import { scratchDirectory } from '../scratch.ts'
import { type Machine, prepareMachine } from './machine.ts'
import { answerOf, killIn, launch, processesIn } from './programs.ts'
import { makeRecipe, type Recipe } from './recipe.ts'

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | string
}

export interface Installation {
  readonly directory: string
  readonly recipe: Recipe
  readonly machines: readonly [Machine, Machine, Machine]
  readonly url: string
  members(): Promise<readonly Member[]>
  withRole(role: 'leader' | 'sync_standby' | 'replica'): Promise<Machine>
  /** Waits until one leads and the others follow in step. */
  inStep(): Promise<void>
  /** Asks the etcd of these machines. */
  etcdctl(asked: readonly Machine[], ...words: readonly string[]): Promise<string>
  patronictl(...words: readonly string[]): Promise<string>
  psql(machine: Machine, ...words: readonly string[]): Promise<string>
  startHaproxy(): Promise<void>
  close(): Promise<void>
}

export async function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + 120_000
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    if (Date.now() > until) throw new Error(`${what}: not within two minutes`)
    await delay(200)
  }
}

function areInStep(members: readonly Member[]): boolean {
  const timeline = members[0]?.timeline
  const follows = ({ state, lag }: Member) => ['running', 'streaming'].includes(state) && lag === 0
  return (
    members.length === 3 &&
    members.every(member => member.timeline === timeline && (member.role === 'leader' || follows(member))) &&
    ['leader', 'sync_standby', 'replica'].every(role => members.some(member => member.role === role))
  )
}

async function startHaproxy(recipe: Recipe, folder: string): Promise<void> {
  const pair = ['first.crt', 'first.key'].map(name => readFile(new URL(`../tls/${name}`, import.meta.url), 'utf8'))
  const text = (await recipe.read('haproxy.cfg'))
    .replace('/etc/haproxy/lotline.pem', `${folder}.pem`)
    .replace(/^ {2}(user|group|log \/).*\n/gm, '')
  await writeFile(`${folder}.pem`, (await Promise.all(pair)).join(''))
  await writeFile(`${folder}.cfg`, text)
  await launch('haproxy', ['-db', '-f', `${folder}.cfg`], { folder })
}

export async function prepareInstallation(): Promise<Installation> {
  const directory = await scratchDirectory('lotline-ha-')
  await chmod(directory, 0o755)
  process.once('exit', () => processesIn(directory).forEach(killHard))
  const recipe = await makeRecipe()
  const machineAt = (at: number) => prepareMachine(recipe, at, directory)
  const machines = [await machineAt(1), await machineAt(2), await machineAt(3)] as const
  /** As whichever Patroni answers first sees them. */
  const members = (): Promise<readonly Member[]> =>
    Promise.any(
      machines.map(async ({ address }) => {
        const url = `http://${address}:${recipe.ports[8008]}/cluster`
        const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
        return ((await answer.json()) as { members: readonly Member[] }).members
      }),
    )
  const psql: Installation['psql'] = ({ socket }, ...words) =>
    answerOf('psql', ['-h', socket, '-p', String(recipe.ports[5432]), '-U', 'postgres', '-d', 'postgres', ...words])
  return {
    directory,
    recipe,
    machines,
    url: `https://localhost:${recipe.ports[443]}`,
    members,
    withRole: role =>
      eventually(role, async () => {
        const found = (await members()).find(member => member.role === role)
        return machines.find(({ address }) => address === found?.name)
      }),
    async inStep() {
      // Members of lost machines are listed until their lease ends.
      const answer = () => Promise.all(machines.map(machine => psql(machine, '-c', 'select 1')))
      await eventually(
        'three members in step',
        async () => (await answer()) && (areInStep(await members()) || undefined),
      )
    },
    etcdctl: (asked, ...words) =>
      answerOf('etcdctl', [
        '--command-timeout=10s',
        `--endpoints=${asked.map(({ address }) => `${address}:${recipe.ports[2379]}`).join()}`,
        ...words,
      ]),
    patronictl: (...words) => answerOf('patronictl', ['-c', machines[0].config, ...words]),
    psql,
    startHaproxy: () => startHaproxy(recipe, join(directory, 'haproxy')),
    async close() {
      await killIn(directory)
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
