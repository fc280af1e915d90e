import dns from 'node:dns'

/** Names under .localhost are this machine (RFC 6761), which Node leaves to the system to know, and not every system does. */
const systemLookup = dns.lookup

dns.lookup = (name, options, callback = options) => {
  const isOurs = /(^|\.)localhost$/.test(name)
  return systemLookup(isOurs ? '127.0.0.1' : name, options, callback)
}
