import type { Fields } from "./field.ts";

const KEY_NAME = ["Name that people read", "nightly export"] as const;
const KEY_DESCRIPTION = ["Free text", "Reads for the nightly export"] as const;
const TOKEN_NAME = ["Name that people read", "scanner-1"] as const;
const TOKEN_DESCRIPTION = ["Free text", "The scanner of the first data centre"] as const;
const CLIENT_NAME = ["Name that users see", "inventory app"] as const;
const PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1Y5g6rhxxyvA8pCpazw4
4w4kOie4R3dVnyVoTBE7Yzd3wkox5vv4XSOk4XdZhUdO7EUFE6O0NpadzSZ49MdP
JjL9Sacf3XA04hiY4sl1PIHYknDaPvv2af8MRmDSwlu3qr7V4IgHDYNru4L6P/8P
u0SvuI8a7g4h+z06BrcVqPQeLnLtYy+w+Y2DMc5TE8QDQmxnRk2dYKBdqSDyxaT+
aXihV5a0dUlHDlOpC5GSWr6XOP9bZOsFiswc9/ogMzOlm0rfkTWDmTzMKBCxWTO3
anLVboggn//UlsaY3JhEZPMz19XXfynp3uyAv+iuSl21HYICto9wxgCI1+dCpzbn
xwIDAQAB
-----END PUBLIC KEY-----
`;
const PASSWORD = "correct horse battery staple";

/** Fields of logins, users, keys and OAuth. */
export const ACCESS_FIELDS: Fields = {
  "User.name": ["Name of the user", "Ann Example"],
  "NewUser.name": ["Name of the user", "Ann Example"],
  "UpdateUserBody.name": ["Name of the user", "Ann Example"],
  "ApiKey.name": KEY_NAME,
  "NewApiKey.name": KEY_NAME,
  "CreateApiKeyBody.name": KEY_NAME,
  "ApiKey.description": KEY_DESCRIPTION,
  "NewApiKey.description": KEY_DESCRIPTION,
  "CreateApiKeyBody.description": KEY_DESCRIPTION,
  "DiscoveryToken.name": TOKEN_NAME,
  "NewDiscoveryToken.name": TOKEN_NAME,
  "CreateDiscoveryTokenBody.name": TOKEN_NAME,
  "DiscoveryToken.description": TOKEN_DESCRIPTION,
  "NewDiscoveryToken.description": TOKEN_DESCRIPTION,
  "CreateDiscoveryTokenBody.description": TOKEN_DESCRIPTION,
  "DiscoveryToken.scopes": ["What it may do", ["discovery.submit"]],
  "NewDiscoveryToken.scopes": ["What it may do", ["discovery.submit"]],
  "ServiceAccount.name": KEY_NAME,
  "CreateServiceAccountBody.name": KEY_NAME,
  "OAuthClient.name": CLIENT_NAME,
  "NewOAuthClient.name": CLIENT_NAME,
  "CreateOAuthClientBody.name": CLIENT_NAME,
  "OauthTokenForm.grant_type": ["How the token is asked for", "refresh_token"],
  "OauthTokenForm.code": ["The code that the redirect brought"],
  "OauthRevokeForm.token": ["A refresh token or an access token", "kR3nq0tQ0cPSVYn2bYx2m1v3K4mXl7Jd"],
  expires_in: ["Lifetime", 900],
  scope: ["Scopes, separated by blanks", "cmdb.read"],
  email: ["Email address, by which the user logs in", "ann@example.com"],
  username: ["Email address of the user", "ann@example.com"],
  password: ["Password", PASSWORD],
  current_password: ["The password until now", PASSWORD],
  new_password: ["The password from now on", "another horse and four staples"],
  token: ["The secret, shown once", "orrd_prod_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"],
  "LoginResult.token": ["Access token (JWT), to be sent as a bearer token", "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl"],
  refresh_token: ["Token that is exchanged for a new pair; works once", "kR3nq0tQ0cPSVYn2bYx2m1v3K4mXl7Jd"],
  access_token: ["Access token (JWT), to be sent as a bearer token", "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl"],
  token_type: ["Kind of token", "Bearer"],
  api_key: ["The key, shown once", "orr_prod_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"],
  secret: ["The secret, shown once", "JBSWY3DPEHPK3PXP"],
  client_secret: ["Secret of the client, shown once; absent for public clients", "c2VjcmV0LW9mLXRoZS1jbGllbnQ"],
  client_id: ["Id of the OAuth client", "0198a8a0-5c1e-7000-8000-000000000008"],
  client_name: ["Name of the OAuth client", "inventory app"],
  "LoginResult.user": ["The user who logged in"],
  user_id: ["Id of the user", "0198a8a0-5c1e-7000-8000-000000000009"],
  tenant: ["Name of the tenant", "example"],
  administrator: ["Has every scope", false],
  second_factor: ["Whether logins need a code", false],
  must_change_password: ["Whether the user must choose another password before anything else", false],
  last_login_at: ["When the user last logged in; null for never", null],
  scopes: ["What it may do", ["cmdb.read"]],
  "CreateDiscoveryTokenBody.scopes": ["What it may do", ["discovery.submit"]],
  expires_at: ["When it ends", "2026-04-30T08:00:00.000Z"],
  last_used_at: ["When it was last used; null for never", null],
  allowed_ips: ["Addresses and networks from which it works; null for all", null],
  recovery_codes: ["Codes that each work once in place of the authenticator app", ["abcd-efgh-jkmn"]],
  otpauth_url: [
    "Address for authenticator apps, also as a QR code",
    "otpauth://totp/Orrery:ann?secret=JBSWY3DPEHPK3PXP",
  ],
  totp_code: ["Six digits of the authenticator app", "123456"],
  public: ["Whether the client keeps no secret", false],
  redirect_uris: ["Addresses to which users are sent back", ["https://app.example.com/callback"]],
  grant_type: ["How the token is asked for"],
  assertion: ["The signed assertion (JWT)", "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"],
  public_key: ["RSA public key of 2048 bits or more, in PEM", PUBLIC_KEY],
  interaction: ["Which login this is, from the page", "b3JyZXJ5"],
  "OauthConsentForm.decision": ["What the user decided"],
  error_description: ["What was wrong, for people", "The code is not valid"],
  issuer: ["Base address of the service", "https://cmdb.example.com"],
  authorization_endpoint: ["Page where users allow access", "https://cmdb.example.com/oauth/authorize"],
  token_endpoint: ["Address that gives tokens", "https://cmdb.example.com/oauth/token"],
  revocation_endpoint: ["Address that ends tokens", "https://cmdb.example.com/oauth/revoke"],
  authorization_response_iss_parameter_supported: ["RFC 9207", true],
  code_challenge_methods_supported: ["RFC 7636", ["S256"]],
  grant_types_supported: ["RFC 8414", ["authorization_code", "refresh_token"]],
  response_modes_supported: ["RFC 8414", ["query"]],
  response_types_supported: ["RFC 8414", ["code"]],
  revocation_endpoint_auth_methods_supported: ["RFC 8414", ["client_secret_basic"]],
  token_endpoint_auth_methods_supported: ["RFC 8414", ["client_secret_basic"]],
  scopes_supported: ["Scopes that a client can ask for", ["cmdb.read"]],
};
