/** What pages and reports share: HTML, the colours of types, and the card of a model. */
package org.gpchain.internal.documents.page;
