-- What else of a saved map comes back as it was left: healths, expanded and folded CIs.
alter table saved_maps add column view jsonb not null default '{}';
