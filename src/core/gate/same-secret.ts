/** Compares what somebody sent with a secret, in a time that tells nothing about either. */
import { createHash, timingSafeEqual } from "node:crypto";

export function secretTest(secret: string): (sent: string) => boolean {
  const wanted = digest(secret);
  return (sent) => timingSafeEqual(digest(sent), wanted);
}

/** Of one length whatever was sent, so that comparing takes the same time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
