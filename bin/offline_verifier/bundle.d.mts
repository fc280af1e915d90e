export declare function bundled(entry: string): Promise<string>
export declare function bundleOfflineVerifier(): Promise<void>
