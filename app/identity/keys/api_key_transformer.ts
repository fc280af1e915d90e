import type ApiKey from './api_key.js'

/** A key as the API shows it to its holder; every field that leaves is named here. */
export const ApiKeyTransformer = {
  transform(key: ApiKey) {
    return {
      id: key.id,
      name: key.name,
      environment: key.environment,
      scopes: key.scopes,
      prefix: key.prefix,
      lastFour: key.lastFour,
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      expiresAt: key.expiresAt?.toISOString() ?? null,
      createdAt: key.createdAt.toISOString(),
    }
  },
}
