/** The administrator that services under test make at their first start. */
export const ADMIN = { email: "admin@example.com", password: "correct horse battery staple" };
