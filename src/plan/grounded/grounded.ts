export function groundedPlan(): any {}
