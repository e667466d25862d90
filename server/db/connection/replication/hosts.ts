/** Hosts of one database. */
import type { Cluster } from '../../../postgres/cluster.ts'
import { isUnavailable } from '../unavailable.ts'

/** Address; a URL may name several hosts. */
export type Address = Cluster['connection'] | string

export type HostKind = 'primary' | 'standby' | 'away'

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

/** @param wanted in order of preference */
export function hostsOf<Config>(
  configs: readonly [Config, ...Config[]],
  wanted: readonly HostKind[],
  look: (config: Config) => Promise<HostKind>,
): Hosts<Config> {
  const isSingle = configs.length === 1
  let current = configs[0]
  let finding: Promise<void> | undefined
  const search = async () => {
    const looks = configs.map(async config => ({ config, kind: await look(config) }))
    for (const kind of wanted) {
      const ofKind = looks.map(async each => {
        const found = await each
        if (found.kind !== kind) throw new Error(`no ${kind}`)
        return found.config
      })
      const found = await Promise.any(ofKind).catch(() => undefined)
      if (found === undefined) continue
      current = found
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
