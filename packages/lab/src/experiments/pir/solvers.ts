/** PIR's solvers as the paper describes them. */

/** Algorithm 2: no scaling, two products per iteration; only a monitor ends it. */
export const PIR_CPG = { preconditioner: 'none', products: 2, tolerance: 0 } as const;

/**
 * Eq. (18): impulses compared with velocities. The least step of the line search is "subject to tuning" in the paper and not given:
 * of 1e-2, 1e-4 and 1e-12 this one does best on rigid contacts.
 */
export const PIR_NEWTON = { map: 'min', scale: 'none', minStep: 1e-4 } as const;
