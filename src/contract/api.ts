/** Every call of the API. The server mounts them, the client calls them, the OpenAPI document lists them. */
export * as api from './endpoints'
