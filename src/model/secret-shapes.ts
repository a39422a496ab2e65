/** Token formats of issuers, by which a token is recognised anywhere. Each match is bounded in length. */
export const TOKEN_SHAPES = new RegExp(
  [
    "\\beyJ[\\w-]{10,2048}\\.[\\w-]{10,4096}(?:\\.[\\w-]{0,2048})?", // JSON Web Token
    "\\bgh[opsur]_\\w{20,255}|\\bgithub_pat_\\w{20,255}|\\bglpat-[\\w-]{20,255}", // GitHub, GitLab
    "\\bxox[abeoprs]-[\\w-]{10,255}|\\bsk-[\\w-]{20,255}|\\bsk_live_\\w{16,255}", // Slack, model services, Stripe
    "\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b|\\bAIza[\\w-]{35}|\\bnpm_\\w{30,255}|\\bhvs\\.[\\w-]{20,255}", // AWS, Google, npm, Vault
    "\\b(?:orr|orrd)_[a-z]{1,20}_\\w{20,255}|\\bwhsec_[\\w+/=-]{16,255}", // Orrery, Standard Webhooks
  ].join("|"),
  "g",
);
