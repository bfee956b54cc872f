import type { TestGateway } from '../support/gateway.ts'
import { type Line, openLineTo } from '../support/line.ts'

export interface GatewayLine extends Line {
  /** The same gateway, reached over the line. */
  readonly gateway: TestGateway
}

/**
 * A line to a gateway that can be cut; whoever comes back is connected again.
 * @param breaks whether a connection breaks off behind what the gateway has just sent over it
 */
export async function openLine(gateway: TestGateway, breaks?: (sent: Buffer) => boolean): Promise<GatewayLine> {
  const { hostname, port } = new URL(gateway.url)
  const line = await openLineTo(hostname, Number(port), breaks)
  return { ...line, gateway: { ...gateway, url: `http://127.0.0.1:${line.port}` } }
}
