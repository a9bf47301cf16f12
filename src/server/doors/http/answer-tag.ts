import { hmacSha256 } from '../../ground/secrets/sha256'

/**
 * The tag of an answer for one person: HMAC-SHA-256 in base64url, under a key from the seed key. A device stores the tag
 * beside less than the answer, so no one without the key can try out what was left out. The person is part of it:
 * no tag tells whether another one sees the same (decision 0107).
 */
export const answerTag = (seedKey: Uint8Array, userId: number | null, json: string): string => {
  const key = hmacSha256(seedKey, Buffer.from(PURPOSE))
  return hmacSha256(key, Buffer.from(`${userId ?? ''}\n${json}`)).toString('base64url')
}

const PURPOSE = 'EQUIPOISE-ANSWER-1|tag'
