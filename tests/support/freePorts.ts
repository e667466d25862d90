import { type AddressInfo, createServer } from 'node:net'

/** Ports that nobody listens at just now. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  await Promise.all(servers.map(each => new Promise<void>(resolve => each.listen(0, '127.0.0.1', resolve))))
  const ports = servers.map(each => (each.address() as AddressInfo).port)
  await Promise.all(servers.map(each => new Promise(resolve => each.close(resolve))))
  return ports
}
