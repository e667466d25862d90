import pg from 'pg'

/** Where a PostgreSQL answers: a folder with its socket, or on Windows a loopback address. */
export interface Place {
  readonly host: string
  readonly port: number
}

export type ClusterClient = pg.Client

/** Superuser that `initdb` makes: launcher, migrations, generated plants, backups. */
export const ownerRole = 'app'

/**
 * Connects to the built-in PostgreSQL before there is anything to open: its database `postgres`, which holds nothing of
 * the business, so that the launcher's own locks and questions never meet those of the application.
 */
export async function connectTo(
  place: Place,
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
  // a lost connection shows as 'end'; without a listener the error would end the whole server
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
