/** What a model says of itself. */
package org.gpchain.pipelines.inspection;
