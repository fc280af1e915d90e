interface Connection {
  url: string
  key: string
  webhookSecret: string
}

/** All that the other program wants to know, as its environment variables. */
export function environmentSnippet({ url, key, webhookSecret }: Connection): string {
  return [
    `SIGNATURES_URL=${url}`,
    `SIGNATURES_KEY=${key}`,
    `SIGNATURES_WEBHOOK_SECRET=${webhookSecret}`,
  ].join('\n')
}
