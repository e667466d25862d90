import pg from 'pg'

/** Address of a PostgreSQL: socket folder, or loopback on Windows. */
export interface ClusterAddress {
  readonly host: string
  readonly port: number
}

export type ClusterClient = pg.Client

/** Superuser from `initdb`: launcher, migrations, generated plants, backups. */
export const ownerRole = 'app'

/** Connects to the maintenance database, apart from the application's locks. */
export async function connectTo(
  place: ClusterAddress,
  password: string,
  options: { application_name?: string; query_timeout?: number } = {},
): Promise<ClusterClient> {
  const { host, port } = place
  const client = new pg.Client({
    host,
    port,
    user: ownerRole,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...options,
  })
  // Lost connections emit 'end'; an unhandled 'error' would exit the server.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
