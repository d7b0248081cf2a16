import Foundation

/// A store as the first schema wrote it, as text. This never changes: such files exist.
enum SchemaOne {
    static func make(_ path: String) throws {
        try SQL.run("\(tables)\n\(rows)", on: path)
    }

    private static let tables = """
        PRAGMA application_id = 1162889555;
        PRAGMA journal_mode = WAL;
        BEGIN;
        CREATE TABLE catalog (
            only INTEGER PRIMARY KEY CHECK (only = 1), lineage TEXT NOT NULL,
            epoch INTEGER NOT NULL, revision INTEGER NOT NULL, horizon INTEGER NOT NULL,
            episode_count INTEGER NOT NULL, domain_count INTEGER NOT NULL,
            tombstone_count INTEGER NOT NULL, domains_revision INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE episodes (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, description TEXT, description_html TEXT,
            parent_name TEXT, domains TEXT, difficulty TEXT NOT NULL, content_type TEXT,
            subscription_type TEXT, released_at INTEGER, popularity REAL,
            duration_seconds INTEGER, video_identifier INTEGER, features TEXT, uri TEXT,
            artwork_url TEXT, technology TEXT, contributors TEXT, ordinal INTEGER,
            stream_url TEXT, revision INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE domains (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, slug TEXT, description TEXT, level TEXT,
            ordinal INTEGER, revision INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE tombstones (id INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
        """

    /// Three episodes after seven revisions, one with everything, one with an id above 2^63; one
    /// that was deleted; two domains.
    private static let rows = """
        INSERT INTO catalog VALUES
            (1, '0b0e5f6c-1d9e-4c5e-8a52-7f7f0a7b3c11', 2, 7, 3, 3, 2, 1, 5);
        INSERT INTO episodes (id, name, difficulty, revision) VALUES
            (-1, 'Largest', 'all_levels', 4), (7, 'Plain', 'beginner', 7);
        INSERT INTO episodes VALUES
            (8, 'Whole', 'Text', '<p>Text</p>', 'Course', '[1,8]', 'advanced', 'episode', 'free',
            -1, 0.1, 61, -2, '["a\\"b","c"]', 'rw://8', 'https://example.org/8.png', 'Swift',
            'A', 3, 'https://example.org/8.m3u8', 6);
        INSERT INTO domains VALUES
            (1, 'iOS', 'ios', NULL, 'production', 1, 5), (8, 'Server', NULL, 'D', NULL, NULL, 2);
        INSERT INTO tombstones VALUES (9, 6);
        PRAGMA user_version = 1;
        COMMIT;
        """
}
