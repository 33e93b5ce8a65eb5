import type { FastifyRequest } from 'fastify'

/**
 * Returns the IP address of a caller. One in IPv4 comes as `::ffff:102.89.1.1` where the server listens on IPv6; as
 * such, all of them would be one network.
 */
export const findCallerIp = ({ ip }: Pick<FastifyRequest, 'ip'>): string =>
  ip.replace(/^::ffff:/, '')
