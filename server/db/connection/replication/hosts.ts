/** Hosts of one database. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Cluster } from '../../../postgres/cluster.ts'
import { isUnavailable, readOnlyCode } from '../unavailable.ts'

/** Address; a URL may name several hosts. */
export type Address = Cluster['connection'] | string

export interface HostState {
  readonly kind: 'primary' | 'standby' | 'away'
  /** Of a primary, hexadecimal: it counts promotions. */
  readonly timeline?: string
}

export type Rows = { readonly rows: readonly Readonly<Record<string, unknown>>[] }

export interface Question {
  query(text: string): Promise<Rows>
}

/** In recovery, or read-only by setting. */
const isReadOnlyNow = `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`
export const hostQuestion = `${isReadOnlyNow},
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`

export function hostStateIn(answer: Rows | null | undefined): HostState {
  if (!answer) return { kind: 'away' }
  const [row] = answer.rows
  return row?.isReadOnly ? { kind: 'standby' } : { kind: 'primary', timeline: String(row?.timeline) }
}

export async function refuseReadOnly(client: Question): Promise<void> {
  if (!(await client.query(isReadOnlyNow)).rows[0]?.isReadOnly) return
  throw Object.assign(new Error('this host of the database is read-only'), { code: readOnlyCode })
}

/** Addresses of a URL: `//h1:5432,h2:5433/db` or `?host=/a,/b&port=1,2`. */
export function addressesOf(address: Address): readonly Address[] {
  if (typeof address !== 'string') return [address]
  const parts = /^(\w+:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(.*)$/.exec(address)
  if (!parts) return [address]
  const [, scheme = '', user = '', hosts = '', path = '', rest = ''] = parts
  const query = new URLSearchParams(rest)
  const folders = query.get('host')?.split(',') ?? []
  if (folders.length < 2)
    return hosts.includes(',') ? hosts.split(',').map(host => scheme + user + host + path + rest) : [address]
  const ports = query.get('port')?.split(',') ?? []
  return folders.map((host, at) => {
    query.set('host', host)
    if (ports.length > 0) query.set('port', ports[at] ?? ports[0] ?? '')
    return `${scheme}${user}${hosts}${path}?${query}`
  })
}

export interface Hosts<Config> {
  readonly current: Config
  readonly isSingle: boolean
  /** Probes all hosts; keeps the current when none fits. */
  find(): Promise<void>
  /**
   * Connects to the current host, else to the one found.
   * @throws the error of the last attempt
   */
  reach<T>(connect: () => Promise<T>): Promise<T>
}

/**
 * @param wanted in order of preference
 * @param moved another host is the current one
 */
export function hostsOf<Config>(
  configs: readonly [Config, ...Config[]],
  wanted: readonly HostState['kind'][],
  look: (config: Config) => Promise<HostState>,
  moved: () => void = () => undefined,
): Hosts<Config> {
  const isSingle = configs.length === 1
  let current = configs[0]
  let finding: Promise<void> | undefined
  /** Latest timeline of a primary. */
  let newest = ''
  const take = ({ config, timeline = '' }: HostState & { readonly config: Config }) => {
    newest = timeline
    if (config === current) return
    current = config
    moved()
  }
  const search = async () => {
    const looks = configs.map(async config => ({ config, ...(await look(config)) }))
    const firstOf = (isFit: (state: HostState) => boolean) =>
      Promise.any(
        looks.map(async each => {
          const found = await each
          if (!isFit(found)) throw new Error(`${found.kind} does not fit`)
          return found
        }),
      ).catch(() => undefined)
    for (const kind of wanted) {
      const isOfKind = (state: HostState) => state.kind === kind
      const isLatest = (state: HostState) => isOfKind(state) && (state.timeline ?? '') >= newest
      const first = (await firstOf(isLatest)) ?? (await firstOf(isOfKind))
      if (!first) continue
      take(first)
      // The former of two primaries may answer first.
      for (const each of looks)
        void each.then(
          later => isOfKind(later) && (later.timeline ?? '') > newest && take(later),
          () => undefined,
        )
      return
    }
  }
  const find = () => {
    finding ??= search().finally(() => {
      finding = undefined
    })
    return finding
  }
  return {
    isSingle,
    find,
    get current() {
      return current
    },
    async reach(connect) {
      try {
        return await connect()
      } catch (error) {
        if (isSingle || !isUnavailable(error)) throw error
        await find()
        return connect()
      }
    },
  }
}

export const placeOf = (client: unknown): unknown => (client as { place: unknown }).place

interface Pool<Client> extends Pick<PostgresPool, 'options' | 'end'> {
  connect(): Promise<Client>
}

export function atHost<Client extends PostgresPoolClient & { release(isEnded: boolean): void }>(
  pool: Pool<Client>,
  hosts: Hosts<unknown>,
): PostgresPool {
  const connect = async () => {
    for (;;) {
      const client = await pool.connect()
      if (placeOf(client) === hosts.current) return client
      client.release(true)
    }
  }
  return { options: pool.options, connect: () => hosts.reach(connect), end: () => pool.end() }
}
