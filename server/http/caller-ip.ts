import type { FastifyRequest } from 'fastify'

/**
 * Returns the IP address of a caller. A server that listens on IPv6 gets an IPv4 address as `::ffff:102.89.1.1`. In
 * that form, all IPv4 callers would count as one network.
 */
export const findCallerIp = ({ ip }: Pick<FastifyRequest, 'ip'>): string =>
  ip.replace(/^::ffff:/, '')
