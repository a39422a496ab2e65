-- What a task said before may be said again and is analysed anew: only its latest content is not analysed twice.
drop index if exists change_analyses_content;
