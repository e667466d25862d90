/** Fuzz run: every operation by four roles, in seeded order. */
import type { Route } from '../../server/http/calls/route.ts'
import { contentsOf } from './contents.ts'
import { type Input, inputsOf, placeOf } from './inputs.ts'
import type { Stall, StallReport } from './stallReport.ts'
import { openTarget, type Reply, type Role, type Target } from './target.ts'

export interface FuzzOptions {
  readonly seed: number
  /** Inputs of each operation by each role. */
  readonly inputs: number
  readonly roles: readonly Role[]
  readonly routes: readonly Route[]
  /** Those of the roles that send this operation; all unless said. */
  readonly rolesOf?: (route: Route) => readonly Role[]
  readonly say?: (line: string) => void
}

export interface FuzzReport {
  readonly operations: number
  readonly calls: number
  readonly byStatus: ReadonlyMap<string, number>
  /** 5xx, and field refusals that name no field: operation, role, answer, input. */
  readonly defects: readonly string[]
  readonly slowest: readonly (readonly [ms: number, place: string])[]
  readonly loops: readonly StallReport[]
  /** Stalls over 100 ms that recurred when sent alone. */
  readonly stalls: readonly (readonly [ms: number, place: string])[]
  /** Plants begun anew, because the administrator had lost his rights. */
  readonly renewals: number
}

/** Longest stall of the event loop that anybody may cause, in milliseconds. */
export const longestAllowed = 100
const maxParallel = 6

// Operations that end sessions, count passwords or change rights: last, sign-in behind.
const late = [
  ...['template/save/role', 'SystemSetting/RoleSave', 'template/delete/role', 'SystemSetting/RoleDelete'],
  ...['template/save/menu', 'SystemSetting/Menusave', 'template/delete/menu', 'template/import/role'],
  ...['template/save/user', 'User/UserSave', 'template/delete/user', 'User/UserDelete', 'User/AuthenticatorReset'],
  ...['User/AuthenticatorBegin', 'User/AuthenticatorConfirm', 'User/AuthenticatorRemove', 'Home/OperatePwd'],
  ...['User/EditPwd', 'User/ResetPwd', 'Home/LoginOut', 'Home/CreatePhoneCode', 'Auth/login'],
]

/** Operations sent alone: exports (one per person), and those that end a session. */
const goesAlone = ({ path }: Route) => /export/i.test(path) || late.includes(path)

interface Sent {
  readonly place: string
  readonly role: Role
  readonly input: Input
}

interface Progress {
  readonly sent: Map<number, Sent>
  readonly byStatus: Map<string, number>
  readonly defects: string[]
  readonly slowest: [number, string][]
  readonly loops: StallReport[]
  readonly suspects: Map<string, Stall & Sent>
  calls: number
  renewals: number
}

const reported = ({ input }: Pick<Sent, 'input'>) =>
  `${input.method} ${input.path} ${String(input.body ?? '')}`.slice(0, 1500)

function note(progress: Progress, { place, role, input }: Sent, reply: Reply): void {
  const { http, statuses, isNameless, ms } = reply
  const status = http === 200 ? `200/${statuses[0] ?? 'file'}` : String(http)
  progress.byStatus.set(status, (progress.byStatus.get(status) ?? 0) + 1)
  if (http >= 500 || isNameless || statuses.some(each => each === 500 || each === 503))
    progress.defects.push(`${role} ${status} ${isNameless ? 'names no field' : ''} ${reported({ input })}`)
  progress.slowest.push([ms, `${role} ${place}`])
  if (progress.slowest.length > 2000) keepSlowest(progress)
}

function keepSlowest({ slowest }: Progress): void {
  slowest.sort(([one], [other]) => other - one)
  slowest.length = Math.min(slowest.length, 15)
}

/** Keeps the longest stall of each operation, with what was sent. */
function noteStalls(progress: Progress, report: StallReport): void {
  for (const stall of report.stalls) {
    if (stall.ms <= longestAllowed) continue
    for (const call of stall.calls) {
      const sent = progress.sent.get(call)
      const known = sent && progress.suspects.get(sent.place)
      if (sent && (!known || known.ms < stall.ms)) progress.suspects.set(sent.place, { ...stall, ...sent })
    }
  }
  progress.sent.clear()
}

async function sendAll(target: Target, progress: Progress, list: readonly Sent[], width: number): Promise<Reply[]> {
  const replies: Reply[] = []
  const waiting = list.entries()
  const worker = async () => {
    for (const [at, sent] of waiting) {
      progress.calls += 1
      const call = progress.calls
      progress.sent.set(call, sent)
      const reply = await target.send(sent.input, sent.role, call)
      replies[at] = reply
      note(progress, sent, reply)
      if (reply.http === 401 && sent.role !== 'nobody' && late.includes(sent.place.split(' ')[1] ?? ''))
        await target.renew(sent.role).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return replies
}

/** Sends a stall's calls alone: what stalls again is to blame. */
async function confirmed(target: Target, progress: Progress): Promise<[number, string][]> {
  const found: [number, string][] = []
  for (const suspect of progress.suspects.values()) {
    await target.report()
    await target.send(suspect.input, suspect.role, progress.calls + 1)
    const { stalls } = await target.report()
    const ms = Math.max(0, ...stalls.map(stall => stall.ms))
    if (ms > longestAllowed) found.push([ms, `${suspect.role} ${reported(suspect)}`])
  }
  progress.suspects.clear()
  return found
}

interface Job {
  readonly role: Role
  readonly route: Route
}

/** So few inputs are sent together with those of the next operation. */
const least = 60

function batched(inputs: number, jobs: readonly Job[]): readonly (readonly Job[])[] {
  const batches: Job[][] = []
  for (const job of jobs) {
    const open = batches.at(-1)
    const [first] = open ?? []
    const fits = open && first && open.length * inputs < least && rankOf(first.route) === rankOf(job.route)
    if (fits && !takesRights(job) && first.role === job.role) open.push(job)
    else batches.push([job])
  }
  return batches
}

/** Is a refusal of it rolled back, with all it has done? */
const isTransaction = ({ writes, ownTransactions }: Route) => writes && !ownTransactions
const rankOf = (route: Route) => Number(isTransaction(route)) + Number(goesAlone(route)) * 2

const isRefused = ({ http, statuses }: Reply) => http !== 200 || (statuses.length > 0 && !statuses.includes(0))

/** May this take the administrator his rights? */
const takesRights = ({ role, route }: Job) =>
  role === 'admin' &&
  route.writes &&
  (/^template\/.*\/(role|user|menu|customer|group|setting)$/.test(route.path) ||
    /^(SystemSetting|User)\//.test(route.path))

const begun = (): Progress => ({
  ...{ sent: new Map(), byStatus: new Map(), defects: [], slowest: [], loops: [], suspects: new Map() },
  ...{ calls: 0, renewals: 0 },
})

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, inputs, roles, routes, rolesOf = () => roles, say = () => undefined } = options
  const progress = begun()
  const stalls: [number, string][] = []
  const isLate = ({ path }: Route) => late.includes(path)
  // What writes follows what reads, so that few batches hold either.
  const commonStatuses = routes.filter(route => !isLate(route)).toSorted((one, other) => rankOf(one) - rankOf(other))
  const last = routes.filter(isLate).toSorted((one, other) => late.indexOf(one.path) - late.indexOf(other.path))
  const batches = batched(inputs, [
    ...roles.flatMap(role =>
      commonStatuses.filter(route => rolesOf(route).includes(role)).map(route => ({ role, route })),
    ),
    ...last.flatMap(route => rolesOf(route).map(role => ({ role, route }))),
  ])
  let target = await openTarget()
  // Contents as last read, valid until something is accepted.
  let known: string | null = null
  const from = performance.now()
  const finish = async () => {
    stalls.push(...(await confirmed(target, progress)))
    progress.loops.push(await target.report())
    await target.close()
  }
  for (const [at, batch] of batches.entries()) {
    const list = batch.flatMap(({ role, route }) =>
      inputsOf(route, role, seed, inputs, target.ids).map(input => ({ place: placeOf(route), role, input })),
    )
    const width = batch.some(({ route }) => goesAlone(route)) ? 1 : maxParallel
    const rollsBack = batch.every(({ route }) => isTransaction(route))
    const before: string | null = rollsBack ? (known ?? (await contentsOf(target.server.db))) : null
    const replies = await sendAll(target, progress, list, width)
    known = rollsBack && replies.every(isRefused) ? await contentsOf(target.server.db) : null
    if (known !== null && known !== before)
      progress.defects.push(`refused, and changed something: ${batch.map(({ route }) => placeOf(route)).join(', ')}`)
    noteStalls(progress, await target.report())
    if (batch.some(takesRights) && !(await target.isWhole())) {
      say(`the plant is begun anew after ${list[0]?.place}`)
      progress.renewals += 1
      await finish()
      target = await openTarget()
      known = null
    }
    if (at % 50 === 49) {
      const rate = Math.round((progress.calls / (performance.now() - from)) * 1000)
      const { calls, defects } = progress
      say(`${at + 1} of ${batches.length} batches · ${calls} calls, ${rate} a second · ${defects.length} defects`)
    }
  }
  await finish()
  keepSlowest(progress)
  const { byStatus, defects, slowest, loops, calls, renewals } = progress
  return { operations: routes.length, calls, byStatus, defects, slowest, loops, stalls, renewals }
}
