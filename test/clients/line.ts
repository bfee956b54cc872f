import type { TestGateway } from '../support/gateway.ts'
import { type Line, openLineTo } from '../support/line.ts'

export interface GatewayLine extends Line {
  /** The same gateway through the proxy. */
  readonly gateway: TestGateway
}

/**
 * A proxy to a gateway that can break connections; a client can reconnect.
 * @param breaks whether to break a connection after the data that the gateway has just sent
 */
export async function openLine(gateway: TestGateway, breaks?: (sent: Buffer) => boolean): Promise<GatewayLine> {
  const { hostname, port } = new URL(gateway.url)
  const line = await openLineTo(hostname, Number(port), breaks)
  return { ...line, gateway: { ...gateway, url: `http://127.0.0.1:${line.port}` } }
}
