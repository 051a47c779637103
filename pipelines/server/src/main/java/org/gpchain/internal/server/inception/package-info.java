/** INCEpTION's external recommender, version 1 of its protocol. */
package org.gpchain.internal.server.inception;
